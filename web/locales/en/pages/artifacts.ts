export const artifacts = {
  'artifacts.submitted': 'Submitted',
  'artifacts.changed': 'changed',
  'artifacts.comment': 'Your comment',
  'artifacts.commentAnew': 'A comment of yours, as you were changing it',
  'artifacts.send': 'Comment',
  'artifacts.key.status': 'Change the status',
} as const;
