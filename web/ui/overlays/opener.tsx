// A button that opens something over the page. Light, because pages have many of them and few are ever pressed: what opens is
// read when somebody points at the button, or when the page rests.
import { createContext, use, useRef, useState } from 'react';
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode, RefObject } from 'react';

type Kind = 'menu' | 'listbox' | 'dialog';

/** Which of its entries has the focus first; itself without one. */
export type FirstFocus = 'first' | 'last' | undefined;

/** What opens is told. */
export interface Opened {
  triggerRef: RefObject<HTMLButtonElement | null>;
  firstFocus: FirstFocus;
  close(): void;
}

/** What a button gets that opens something. */
type TriggerProps = Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'aria-haspopup' | 'aria-expanded' | 'onPointerEnter' | 'onFocus' | 'onClick' | 'onKeyDown'
>;

const TriggerContext = createContext<TriggerProps | undefined>(undefined);

/** For the button that is the trigger; undefined for any other. */
export const useTrigger = (): TriggerProps | undefined => use(TriggerContext);

interface OpeningProps {
  kind: Kind;
  isOpen?: boolean | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Loads the bundle of what opens. */
  preload(): Promise<void>;
}

const arrows: Readonly<Record<string, FirstFocus>> = { ArrowDown: 'first', ArrowUp: 'last' };

/** What the button needs, and what opens, while it is open. */
export function useOpening({ kind, isOpen: wanted, onOpenChange, preload }: OpeningProps): {
  trigger: TriggerProps;
  triggerRef: Opened['triggerRef'];
  opened: Opened | undefined;
} {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const [firstFocus, setFirstFocus] = useState<FirstFocus>();
  const isOpen = wanted ?? own;
  const set = (next: boolean): void => {
    setOwn(next);
    onOpenChange?.(next);
  };
  const open = (focus: FirstFocus): void => {
    // Safari gives a button that is clicked no focus, and it is where the focus returns to.
    triggerRef.current?.focus({ preventScroll: true });
    setFirstFocus(focus);
    set(true);
  };
  // Whoever presses is told when it can't be read.
  const prepare = (): void => void preload().catch(() => undefined);
  const trigger: TriggerProps = {
    ref: triggerRef,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onPointerEnter: prepare,
    onFocus: prepare,
    // A click without a count is one of a key.
    onClick: ({ detail }) => open(detail === 0 ? 'first' : undefined),
    onKeyDown(event: KeyboardEvent) {
      const focus = kind === 'dialog' || event.altKey ? undefined : arrows[event.key];
      if (focus === undefined) return;
      event.preventDefault();
      open(focus);
    },
  };
  return { trigger, triggerRef, opened: isOpen ? { triggerRef, firstFocus, close: () => set(false) } : undefined };
}

interface Props extends OpeningProps {
  /** A Button. */
  trigger: ReactNode;
  children(opened: Opened): ReactNode;
}

export function Opener({ trigger: button, children, ...props }: Props): ReactNode {
  const { trigger, opened } = useOpening(props);
  return (
    <>
      <TriggerContext value={trigger}>{button}</TriggerContext>
      {opened !== undefined && children(opened)}
    </>
  );
}
