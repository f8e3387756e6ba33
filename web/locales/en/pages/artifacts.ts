export const artifacts = {
  'artifacts.submitted': 'Submitted',
  'artifacts.changed': 'changed',
  'artifacts.comment': 'Your comment',
  'artifacts.send': 'Comment',
  'artifacts.key.status': 'Change the status',
} as const;
