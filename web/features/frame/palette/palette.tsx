// Goes anywhere and does anything by keyboard: what somebody types is looked for among actions, pages, people, projects and
// everything that the search knows.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { TrackerMark } from '../../../ui/tracker-mark.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../frame.module.css';
import type { SiteAction } from './site-actions.ts';
import type { CreateTargets } from './use-create-targets.ts';
import { useGroups } from './use-groups.ts';

interface Props {
  actions: readonly SiteAction[];
  targets: CreateTargets;
  /** What was typed before this was there; taken. */
  typed: RefObject<string>;
  onClose(): void;
}

export function Palette({ actions, targets, typed: before, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  // Enter was pressed before there was anything to choose from.
  const [isSent, setSent] = useState(false);
  const takeTyped = useCallback(
    (box: HTMLInputElement | null): void => {
      if (box === null || before.current === '') return;
      // As if it were typed now: what comes next follows it.
      requestAnimationFrame(() => {
        box.focus();
        document.execCommand('insertText', false, before.current.replaceAll('\n', ''));
        setSent(before.current.endsWith('\n'));
        before.current = '';
      });
    },
    [before],
  );
  const typed = text.trim();
  const { groups, isSettled } = useGroups(typed, actions, targets);
  const run = (id: string): void => {
    const goal = groups.flatMap(({ items }) => items).find((item) => item.id === id)?.goal;
    onClose();
    if (typeof goal === 'string') void navigate({ href: goal });
    else goal?.();
  };
  const first = groups[0]?.items[0]?.id;
  const isReady = isSent && typed !== '' && (typed.length < 2 || isSettled) && first !== undefined;
  useEffect(() => {
    if (isReady) run(first);
  }, [isReady]);
  return (
    <Dialog title={t('frame.palette')} isOpen onClose={onClose} isWide>
      <Autocomplete filter={() => true}>
        <SearchField aria-label={t('frame.searchHint')} value={text} onChange={setText} autoFocus>
          <Input dir="auto" ref={takeTyped} className={ui.input} placeholder={t('frame.searchHint')} />
        </SearchField>
        <Menu
          className={`${ui.list} ${css.paletteList}`}
          aria-label={t('frame.found')}
          onAction={(id) => run(String(id))}
          data-settled={typed === '' || isSettled}
        >
          {groups.map(({ id, title, items }) => (
            <MenuSection key={id} id={id}>
              <Header className={ui.group}>{title}</Header>
              {items.map((item) => (
                <MenuItem key={item.id} id={item.id} textValue={item.title} className={ui.option}>
                  {item.colour !== undefined && <TrackerMark colour={item.colour} icon={item.icon} />}
                  <span className={css.cut}>{item.title}</span>
                  {item.more !== undefined && (
                    <span className={`${ui.end} ${ui.small} ${css.cut} ${css.more}`}>{item.more}</span>
                  )}
                  {item.keys !== undefined && <kbd className={ui.end}>{item.keys}</kbd>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
