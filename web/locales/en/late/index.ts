// Texts of administration in English, which few people open: read with its pages.
import { admin } from './admin.ts';
import { design } from './design.ts';

export const late = { ...admin, ...design } as const;
