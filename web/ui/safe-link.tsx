// Links to addresses that people wrote: of services, builds, announcements. Whatever leads nowhere safe is shown as words.
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { readLink } from '../../contract/addresses.ts';

interface Props extends Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'rel'> {
  /** As it was written. */
  address: string;
}

export function SafeLink({ address, children, target, ...props }: Props): ReactNode {
  const href = readLink(address);
  if (href === undefined) return <span {...props}>{children}</span>;
  return (
    <a {...props} href={href} target={target} rel="noopener noreferrer">
      {children}
    </a>
  );
}
