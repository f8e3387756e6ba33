/** What comes after the administrator, in this order. */
export const steps = ['site', 'mail', 'project'] as const;
export type Step = (typeof steps)[number];
