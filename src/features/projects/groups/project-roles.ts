// What somebody is in a project: exactly one of these, or nothing.

export const projectRoles = ['guest', 'member', 'administrator'] as const;
export type ProjectRole = (typeof projectRoles)[number];
