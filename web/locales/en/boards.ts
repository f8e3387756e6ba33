export const boards = {
  'boards.none': 'Nothing here',
  'boards.moveTo': 'Move “{title}” to…',
  'boards.drag': 'Drag “{title}”',
  'boards.moved': '“{title}” is now in {column}',
  'boards.key.move': 'On a board: move the card',
  'boards.key.focus': 'On a board: go to the next card',
  'boards.cards': { one: '{count} card', other: '{count} cards' },
  'boards.ordered': '“{title}” is now {place} of {count} in {column}',
  'boards.toTop': 'To the top of its column',
  'boards.toBottom': 'To the bottom of its column',
  'boards.key.end': 'On a board: move the card to the top or the bottom',
} as const;
