// The kinds of events, as pages name them; a test holds them to those of the server.

export const ofArtifacts = [
  'artifact-created',
  'artifact-updated',
  'artifact-comment-changed',
  'artifact-imported',
  'artifact-moved',
  'artifact-ranked',
  'artifact-planned',
  'artifact-deleted',
  'artifact-restored',
] as const;

/** Of projects alone: repositories belong to no tracker. */
export const ofCode = [
  'git-push',
  'pull-request-opened',
  'pull-request-commented',
  'pull-request-update',
  'pull-request-rebase',
  'pull-request-reviewers',
  'pull-request-approve',
  'pull-request-changes',
  'pull-request-withdraw',
  'pull-request-merge',
  'pull-request-abandon',
  'pull-request-reopen',
] as const;
