// Short messages about what was just done; one region, which screen readers announce.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import css from '../ui.module.css';
import { useStore } from '../../platform/use-store.ts';

interface Message {
  id: number;
  kind: 'success' | 'error' | 'info';
  text: string;
  action?: { label: string; run(): void } | undefined;
}

/** Errors stay until somebody takes them away. */
const shownMs = 6000;
/** What offers to take something back: long enough to reach it by keys, and gone before much else has changed. */
const offeredMs = 20_000;

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const setMessages = (next: readonly Message[]): void => {
  messages = next;
  for (const listener of listeners) listener();
};
const remove = (id: number): void => setMessages(messages.filter((message) => message.id !== id));

/** Says something to the person; `action` is offered beside it, such as to undo. */
export function say(kind: Message['kind'], text: string, action?: Message['action']): void {
  const id = ++lastId;
  setMessages([...messages.slice(-3), { id, kind, text, action }]);
  if (kind !== 'error') setTimeout(() => remove(id), action === undefined ? shownMs : offeredMs);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function Messages(): ReactNode {
  const shown = useStore(subscribe, () => messages);
  return (
    <section className={css.messages} aria-label={t('ui.messages')} aria-live="polite">
      {shown.map(({ id, kind, text, action }) => (
        <div key={id} className={css.message} data-kind={kind}>
          <span>{text}</span>
          <span className={css.messageActions}>
            {action !== undefined && (
              <Button
                onPress={() => {
                  action.run();
                  remove(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <Button tone="quiet" isIcon aria-label={t('ui.close')} onPress={() => remove(id)}>
              <X />
            </Button>
          </span>
        </div>
      ))}
    </section>
  );
}
