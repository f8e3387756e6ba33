// A password: hidden until the person wants to see it. Pasting works; password managers find it by `autoComplete`.
import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Toggle } from '../button.tsx';
import { useDescription, useFirstFocus } from './fields.tsx';
import css from './password-field.module.css';
import ui from '../ui.module.css';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  autoComplete: 'current-password' | 'new-password';
  hint?: ReactNode;
  error?: string | undefined;
  autoFocus?: boolean;
  /** Beside the label, such as a way to a new one. */
  aside?: ReactNode;
}

export function PasswordField({ label, hint, error, aside, onChange, autoFocus = false, ...props }: Props): ReactNode {
  const [isShown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, autoFocus);
  const { control, below } = useDescription({ hint, error, isRequired: true });
  return (
    <div className={`${ui.field} ${css.field}`}>
      <label htmlFor={control.id} className={ui.label}>
        {label}
      </label>
      <div className={css.box}>
        <input
          {...props}
          {...control}
          ref={input}
          type={isShown ? 'text' : 'password'}
          className={`${ui.input} ${css.input}`}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => onChange(target.value)}
        />
        <Toggle
          className={css.toggle ?? ''}
          isSelected={isShown}
          onChange={setShown}
          aria-label={t('account.showPassword')}
        >
          {isShown ? <EyeOff aria-hidden="true" size={16} /> : <Eye aria-hidden="true" size={16} />}
        </Toggle>
      </div>
      {/* Behind the box, so that Tab goes from the name straight to the password. */}
      {aside !== undefined && <div className={css.aside}>{aside}</div>}
      {below}
    </div>
  );
}
