// Texts of administration in French.
import type { LateCatalog } from '../../catalog.ts';
import { admin } from './admin.ts';
import { design } from './design.ts';
import { repositories } from './repositories.ts';
import { start } from './start.ts';

export const late: LateCatalog = { ...admin, ...design, ...repositories, ...start };
