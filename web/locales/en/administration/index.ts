// Texts of administration in English, which few people open: read with its pages.
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { audit } from './audit.ts';
import { colours } from './colours.ts';
import { creation } from './creation.ts';
import { design } from './design.ts';
import { groups } from './groups.ts';
import { hooks } from './hooks.ts';
import { imports } from './imports.ts';
import { operations } from './operations.ts';
import { plans } from './plans.ts';
import { reminders } from './reminders.ts';
import { repositories } from './repositories.ts';
import { rights } from './rights.ts';
import { rules } from './rules.ts';
import { semantics } from './semantics.ts';
import { services } from './services.ts';
import { start } from './start.ts';

export const administration = {
  ...accounts,
  ...admin,
  ...audit,
  ...colours,
  ...creation,
  ...design,
  ...groups,
  ...hooks,
  ...imports,
  ...operations,
  ...plans,
  ...reminders,
  ...repositories,
  ...rights,
  ...rules,
  ...semantics,
  ...services,
  ...start,
} as const;
