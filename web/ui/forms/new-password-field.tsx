// A new password with what it needs, as one types.
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSite } from '../../platform/session.ts';
import { PasswordField } from './password-field.tsx';
import { lookAtPassword } from './password-strength.ts';
import type { PasswordRule } from './password-strength.ts';
import ui from '../ui.module.css';
import css from './new-password.module.css';

interface Props {
  value: string;
  onChange(value: string): void;
  /** Names and addresses of the person. */
  own: readonly string[];
  label?: string;
  error?: string | undefined;
  autoFocus?: boolean;
}

const nameRule = (rule: PasswordRule, count: number): string =>
  rule === 'length'
    ? t('account.rule.length', { count })
    : rule === 'own'
      ? t('account.rule.own')
      : t('account.rule.variety');

const nameStrength = (strength: number): string =>
  [
    t('account.strength.none'),
    t('account.strength.weak'),
    t('account.strength.fair'),
    t('account.strength.good'),
    t('account.strength.strong'),
  ][strength] ?? '';

export function NewPasswordField({ own, label = t('people.newPassword'), ...props }: Props): ReactNode {
  const { password } = useSite();
  const { rules, strength } = lookAtPassword(props.value, password.length_min, own);
  return (
    <div className={ui.stack}>
      <PasswordField {...props} label={label} autoComplete="new-password" />
      <div>
        <div className={css.meter} data-strength={strength} aria-hidden="true">
          {[1, 2, 3, 4].map((step) => (
            <span key={step} data-on={step <= strength || undefined} />
          ))}
        </div>
        <p className={`${ui.small} ${ui.soft}`} role="status">
          {nameStrength(strength)}
        </p>
      </div>
      <ul className={css.rules}>
        {rules.map(({ rule, isMet }) => (
          <li key={rule} data-met={isMet || undefined}>
            {isMet ? <Check size={14} aria-hidden="true" /> : <Circle size={14} aria-hidden="true" />}
            {nameRule(rule, password.length_min)}
            {isMet && <span className="visually-hidden">{t('account.ruleMet')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the field has what the server asks for at least. */
export const isLongEnough = (password: string, lengthMin: number): boolean => [...password].length >= lengthMin;
