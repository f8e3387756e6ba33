// Buttons, and links that look like them.
import type { ComponentPropsWithoutRef, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useTrigger } from './overlays/opener.tsx';
import css from './ui.module.css';
import { Link } from './link.tsx';
import type { LinkProps } from './link.tsx';

export type Tone = 'primary' | 'danger' | 'quiet';

/** The look of a button, for what is one by other means. */
export const buttonClass = (tone: Tone | undefined, isIcon = false): string =>
  [css.button, tone === undefined ? '' : css[tone], isIcon ? css.icon : ''].join(' ');

interface ButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onClick' | 'disabled' | 'className'> {
  tone?: Tone | undefined;
  /** A picture alone; give it an `aria-label`. */
  isIcon?: boolean;
  isDisabled?: boolean;
  /** With the mouse, a finger or a key. Nothing around the button hears of it. */
  onPress?: (() => void) | undefined;
}

/** A key that presses a button is no shortcut of the page, nor of what is around it. */
const keepKeys = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
};

export function Button({ tone, isIcon = false, isDisabled = false, onPress, ...props }: ButtonProps): ReactNode {
  const trigger = useTrigger();
  return (
    <button
      type="button"
      {...props}
      {...trigger}
      disabled={isDisabled}
      className={buttonClass(tone, isIcon)}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        event.stopPropagation();
        trigger?.onClick?.(event);
        onPress?.();
      }}
      onKeyDown={(event) => {
        keepKeys(event);
        props.onKeyDown?.(event);
        trigger?.onKeyDown?.(event);
      }}
    />
  );
}

interface ToggleProps {
  isSelected: boolean;
  isDisabled?: boolean;
  onChange(isSelected: boolean): void;
  className: string;
  'aria-label'?: string;
  title?: string;
  children: ReactNode;
}

/** A button that stays pressed. */
export const Toggle = ({ isSelected, isDisabled = false, onChange, ...props }: ToggleProps): ReactNode => (
  <button
    type="button"
    {...props}
    disabled={isDisabled}
    aria-pressed={isSelected}
    data-selected={isSelected || undefined}
    onClick={() => onChange(!isSelected)}
    onKeyDown={keepKeys}
  />
);

export function ButtonLink({ tone, children, ...props }: LinkProps & { tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <Link {...props} className={buttonClass(tone)}>
      {children}
    </Link>
  );
}
