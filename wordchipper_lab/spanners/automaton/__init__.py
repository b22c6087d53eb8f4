"""The default lexer: pattern syntax -> NFA -> DFA over cells -> tables -> kernel."""
