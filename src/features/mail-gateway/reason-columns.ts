// What stays of why a message was not used.
import { storeI18n } from '../../platform/http/index.ts';
import { textOf } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';

/** Of why a message was not used, or of what of it was left out; null for neither. */
export const reasonColumns = (reason: string | Said | null): { reason: string | null; i18n_json: string } =>
  reason === null ? { reason, i18n_json: '' } : { reason: textOf(reason), i18n_json: storeI18n(reason) };
