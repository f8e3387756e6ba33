// Texts of administration in French.
import type { AdministrationCatalog } from '../../catalog.ts';
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

export const administration: AdministrationCatalog = {
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
};
