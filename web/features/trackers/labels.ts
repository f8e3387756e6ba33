// What operators are called.
import { t } from '../../platform/i18n.ts';
import type { CriterionOperator } from '../fields/index.ts';

export function operatorLabel(operator: CriterionOperator, isDate = false): string {
  switch (operator) {
    case 'contains':
      return t('trackers.op.contains');
    case 'lacks':
      return t('trackers.op.lacks');
    case 'empty':
      return t('trackers.op.empty');
    case 'filled':
      return t('trackers.op.filled');
    case 'between':
      return t('trackers.op.between');
    case 'in':
      return t('trackers.op.in');
    case 'notIn':
      return t('trackers.op.notIn');
    case 'last':
      return t('trackers.op.last');
    case 'next':
      return t('trackers.op.next');
    case 'older':
      return t('trackers.op.older');
    case '=':
      return isDate ? t('trackers.op.on') : '=';
    case '<':
      return isDate ? t('trackers.op.before') : '<';
    case '>':
      return isDate ? t('trackers.op.after') : '>';
    case '!=':
      return '≠';
    case '<=':
      return '≤';
    case '>=':
      return '≥';
  }
}
