// Texts of administration in English, which few people open: read with its pages.
import { admin } from './admin.ts';
import { design } from './design.ts';
import { repositories } from './repositories.ts';
import { start } from './start.ts';

export const late = { ...admin, ...design, ...repositories, ...start } as const;
