/** The parts of an entry of the automaton's table, explained by their twin, automaton_tables.py. */

export const EMIT = 2 ** 29;
export const ACCEPT = 2 ** 30;
export const REWIND = 2 ** 31;
export const ROW_MASK = EMIT - 1;
