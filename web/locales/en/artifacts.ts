export const artifacts = {
  'artifacts.submitted': 'Submitted',
  'artifacts.changed': 'changed',
  'artifacts.changedByOthers': 'Somebody changed this',
  'artifacts.comments': 'Comments',
  'artifacts.comment': 'Your comment',
  'artifacts.markdown': 'Markdown; Ctrl Enter sends. What you type is kept until it is sent.',
  'artifacts.send': 'Comment',
  'artifacts.noComments': 'Nobody has said anything yet.',
  'artifacts.private': 'Private',
  'artifacts.conflict': 'Somebody changed this meanwhile. What there is now is shown; choose again.',
  'artifacts.key.status': 'Change the status',
} as const;
