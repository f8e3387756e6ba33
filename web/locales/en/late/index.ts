// Texts of administration in English, which few people open: read with its pages.
import { admin } from './admin.ts';
import { design } from './design.ts';
import { repositories } from './repositories.ts';

export const late = { ...admin, ...design, ...repositories } as const;
