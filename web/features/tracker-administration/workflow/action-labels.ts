// What actions of transitions are called.
import { t } from '../../../platform/i18n.ts';

/** By type, as the server names it. */
export const actionLabels: Readonly<Record<string, () => string>> = {
  set_field_value: () => t('design.action.set_field_value'),
  run_job: () => t('design.action.run_job'),
  frozen_fields: () => t('design.action.frozen_fields'),
  hidden_fieldsets: () => t('design.action.hidden_fieldsets'),
  add_to_top_backlog: () => t('design.action.add_to_top_backlog'),
};
