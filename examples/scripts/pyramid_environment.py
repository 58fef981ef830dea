"""Partition and Pyraos for programs that learn, by the verbs of OpenSpiel and of PettingZoo.

    game = PyramidGame("partition", size=3, rules="free")
    state = game.new_initial_state()            # OpenSpiel: legal_actions, apply_action, returns
    env = PyramidEnv("pyraos", rules="children")  # PettingZoo: reset, agent_iter, last, step

Neither library is needed. An action is a point of the board; the number after the last point ends
a turn that could go on, and passes. So a turn of Pyraos may take several actions of one player:
the sphere to be lifted, where it goes, and what is taken back. An observation has three planes of
points: own pieces, those of the other side, and the points chosen in this turn so far.
"""

import re
from copy import copy

import numpy as np

import pyramidion

LONGEST = 1000
"""Actions after which a game that goes on is drawn: Pyraos may repeat itself."""


class PyramidGame:
    """A game with its options, as OpenSpiel has it."""

    def __init__(self, name, **options):
        if name not in ("partition", "pyraos"):
            raise ValueError(f"only partition and pyraos are here, not {name}")
        self.game = pyramidion.game(name, **options)
        self.points = {point: k for k, point in enumerate(self.game.board.names)}
        self.stop = len(self.points)

    def new_initial_state(self):
        return PyramidState(self, self.game.start())

    def num_distinct_actions(self):
        return self.stop + 1

    def num_players(self):
        return 2

    def max_game_length(self):
        return LONGEST

    def observation_tensor_shape(self):
        return [3, self.stop]

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def actions_of(self, move):
        """The actions that a move is made of."""
        return [self.points.get(word, self.stop) for word in re.split("[-x]", move)]


class PyramidState:
    """A state, as OpenSpiel has it; player 0 begins."""

    def __init__(self, game, position):
        self._game, self._position = game, position
        self._history = []
        self._turn()

    def _turn(self):
        """List the moves of a new turn, each as what is still to be done of it."""
        self._begun = []
        over = self.is_terminal()
        moves = [] if over else self._position.legal_moves
        self._rest = {move: self._game.actions_of(move) for move in moves}

    def get_game(self):
        return self._game

    def is_terminal(self):
        return self._position.outcome is not None or len(self._history) >= LONGEST

    def current_player(self):
        """0 or 1; -4 once the game is over, as in OpenSpiel."""
        if self.is_terminal():
            return -4
        return self._game.game.players.index(self._position.to_move)

    def legal_actions(self, player=None):
        if player not in (None, self.current_player()):
            return []
        next_ones = {rest[0] if rest else self._game.stop for rest in self._rest.values()}
        return sorted(next_ones)

    def legal_actions_mask(self, player=None):
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action):
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not a legal action")
        self._history.append(action)
        self._begun.append(action)
        left = {
            move: rest[1:]
            for move, rest in self._rest.items()
            if (rest[0] if rest else self._game.stop) == action
        }
        self._rest = left
        if len(left) == 1 and not any(left.values()):
            self._position = self._position.play(next(iter(left)))
            self._turn()

    def returns(self):
        if self._position.outcome is None:
            return [0.0, 0.0]
        winner = self._position.outcome.winner
        return [1.0 if winner == player else -1.0 for player in self._game.game.players]

    def player_return(self, player):
        return self.returns()[player]

    def observation_tensor(self, player=None):
        player = max(self.current_player(), 0) if player is None else player
        planes = np.zeros((3, self._game.stop), np.float32)
        pieces = self._position.pieces
        planes[np.where(pieces.owner == player, 0, 1), pieces.site] = 1
        planes[2, [action for action in self._begun if action < self._game.stop]] = 1
        return planes.ravel().tolist()

    information_state_tensor = observation_tensor  # nothing is hidden

    def observation_string(self, player=None):
        return " ".join([str(self._position), *map(self.action_to_string, self._begun)])

    def information_state_string(self, player=None):
        return " ".join(map(str, self._history))

    def action_to_string(self, action):
        return "stop" if action == self._game.stop else self._game.game.board.names[action]

    def string_to_action(self, text):
        return self._game.points.get(text, self._game.stop)

    def history(self):
        return list(self._history)

    def clone(self):
        other = copy(self)
        other._history, other._begun = list(self._history), list(self._begun)
        return other

    def child(self, action):
        other = self.clone()
        other.apply_action(action)
        return other

    def __str__(self):
        return self.observation_string()


class PyramidEnv:
    """The same as an environment of PettingZoo's agent-environment cycle (AEC)."""

    metadata = {"name": "pyramidion_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012
    render_mode = "ansi"

    def __init__(self, name="partition", **options):
        self.game = PyramidGame(name, **options)
        self.possible_agents = list(self.game.game.players)
        self.agents = []

    def reset(self, seed=None, options=None):
        """Begin; nothing is drawn, so the seed changes nothing."""
        self.state_of_game = self.game.new_initial_state()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _look(self):
        state = self.state_of_game
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.current_player()]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent):
        player = self.possible_agents.index(agent)
        return np.array(self.state_of_game.legal_actions_mask(player), np.int8)

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def observe(self, agent):
        tensor = self.state_of_game.observation_tensor(self.possible_agents.index(agent))
        planes = np.array(tensor, np.float32).reshape(self.game.observation_tensor_shape())
        return {"observation": planes, "action_mask": self._mask(agent)}

    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply_action(int(action))
        if self.state_of_game.is_terminal():
            cut = not any(self.state_of_game.returns())
            ends = self.truncations if cut else self.terminations
            for one in self.agents:
                ends[one] = True
            self.rewards = dict(zip(self.agents, self.state_of_game.returns(), strict=True))
            for one in self.agents:
                self._cumulative_rewards[one] += self.rewards[one]
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._look()

    def _leave(self, agent, action):
        """Take out a player whose game is over, as the last step of each has it."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        self.agents.remove(agent)
        for one in (self._cumulative_rewards, self.terminations, self.truncations):
            del one[agent]
        del self.infos[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def action_space(self, agent):
        return Discrete(self.game.num_distinct_actions())

    def render(self):
        return str(self.state_of_game)

    def close(self):
        """Nothing is open."""


class Discrete:
    """The whole numbers below `n`, where gymnasium's class of this name is not at hand."""

    def __init__(self, n):
        self.n = n
        self._rng = np.random.default_rng()

    def seed(self, seed):
        self._rng = np.random.default_rng(seed)

    def sample(self, mask=None):
        return int(self._rng.choice(np.flatnonzero(mask) if mask is not None else self.n))

    def contains(self, action):
        return 0 <= action < self.n
