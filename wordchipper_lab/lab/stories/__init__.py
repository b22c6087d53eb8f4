"""Short guided stories on the live screens; every figure in them comes from the engine.

A story is a file in ``data/`` (`read_story` says how it is written), what it asks the engine is in ``checks/``.
"""

from .checks import CHECKS, check
from .reading import load_story, read_story, story_names
from .screen_states import SCREEN_STATES, check_state
from .story import Fact, Question, Step, Story
from .telling import check_guess, list_stories, step_fact, tell_step
from .told import tell_all

__all__ = [
    "CHECKS",
    "SCREEN_STATES",
    "Fact",
    "Question",
    "Step",
    "Story",
    "check",
    "check_guess",
    "check_state",
    "list_stories",
    "load_story",
    "read_story",
    "step_fact",
    "story_names",
    "tell_all",
    "tell_step",
]
