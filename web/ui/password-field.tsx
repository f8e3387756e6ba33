// A password: hidden until the person wants to see it. Pasting works; password managers find it by `autoComplete`.
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextField, ToggleButton } from 'react-aria-components';
import { t } from '../platform/i18n.ts';
import css from './password-field.module.css';
import ui from './ui.module.css';

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

export function PasswordField({ label, hint, error, aside, autoFocus = false, ...props }: Props): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      isInvalid={error !== undefined}
      isRequired
      validationBehavior="aria"
      autoFocus={autoFocus}
      className={`${ui.field} ${css.field}`}
    >
      <Label className={ui.label ?? ''}>{label}</Label>
      <div className={css.box}>
        <Input className={`${ui.input} ${css.input}`} spellCheck={false} autoCapitalize="off" />
        <ToggleButton
          className={css.toggle ?? ''}
          isSelected={isShown}
          onChange={setShown}
          aria-label={t('account.showPassword')}
        >
          {isShown ? <EyeOff aria-hidden="true" size={16} /> : <Eye aria-hidden="true" size={16} />}
        </ToggleButton>
      </div>
      {/* Behind the box, so that Tab goes from the name straight to the password. */}
      {aside !== undefined && <div className={css.aside}>{aside}</div>}
      {hint !== undefined && (
        <Text slot="description" className={ui.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={ui.error ?? ''}>{error}</FieldError>
    </TextField>
  );
}
