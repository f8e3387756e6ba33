export const boards = {
  'boards.none': 'Nothing here',
  'boards.moveTo': 'Move “{title}” to…',
  'boards.drag': 'Drag “{title}”',
  'boards.moved': '“{title}” is now in {column}',
  'boards.key.move': 'On a board: move the card',
  'boards.key.focus': 'On a board: go to the next card',
  'boards.cards': { one: '{count} card', other: '{count} cards' },
} as const;
