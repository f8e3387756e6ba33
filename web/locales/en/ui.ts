export const ui = {
  'ui.close': 'Close',
  'ui.retry': 'Try again',
  'ui.loading': 'Loading',
  'ui.messages': 'Messages',
  'ui.error.title': 'This did not work',
  'ui.error.missing': 'There is nothing here',
  'ui.error.forbidden': 'You may not see this',
  'ui.error.unknown': 'Something went wrong in this page. Reload it; what you typed is kept.',
  'ui.error.away': 'The server can’t be reached. What you typed is kept; try again in a moment.',
  'ui.error.session': 'Your session has ended. Sign in again; what you typed is kept.',
  'ui.error.busy': 'The server is busy. Try again in a moment.',
  'ui.error.server': 'The server made a mistake and has noted it. Try again; what you typed is kept.',
} as const;
