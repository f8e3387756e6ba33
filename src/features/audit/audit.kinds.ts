// What the audit log knows of.

export const auditKinds = [
  'sign-in',
  'sign-in-failed',
  'sign-in-slowed',
  'credentials-revoked',
  'access-key-created',
  'access-key-revoked',
  'password-changed',
  'account-created',
  'registration-refused',
  'account-changed',
  'right-granted',
  'right-revoked',
  'project-created',
  'project-changed',
  'project-deleted',
  'project-erased',
  'artifact-deleted',
  'artifact-restored',
  'group-created',
  'group-binding-changed',
  'tracker-created',
  'tracker-deleted',
  'tracker-permissions-changed',
  'members-changed',
  'setting-changed',
] as const;

export type AuditKind = (typeof auditKinds)[number];
