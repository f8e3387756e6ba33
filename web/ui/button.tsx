// Buttons, and links that look like them.
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import css from './ui.module.css';

export type Tone = 'primary' | 'danger' | 'quiet';

const classOf = (tone: Tone | undefined, isIcon = false): string =>
  [css.button, tone === undefined ? '' : css[tone], isIcon ? css.icon : ''].join(' ');

interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  tone?: Tone | undefined;
  /** A picture alone; give it an `aria-label`. */
  isIcon?: boolean;
}

export const Button = ({ tone, isIcon = false, ...props }: ButtonProps): ReactNode => (
  <AriaButton {...props} className={classOf(tone, isIcon)} />
);

export function ButtonLink({ tone, children, ...props }: LinkProps & { tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <Link {...props} className={classOf(tone)}>
      {children}
    </Link>
  );
}
