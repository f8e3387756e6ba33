// What can be done with an artifact as a whole, in its head: next and previous, and a menu of the rest.
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import type { Shortcut } from '../../../platform/keyboard/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { changeTopBacklog } from './actions.queries.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { listActions, parentOf } from './listed-actions.ts';
import type { ActionId } from './listed-actions.ts';
import { MoveDialog } from './move-dialog.tsx';
import './print.css';
import { TrailButtons } from './trail-buttons.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

async function copyLink(id: number): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/artifacts/${id}`);
  say('success', t('talk.linkCopied'));
}

/** Puts the artifact into the backlog of its project, or takes it out, and says so. */
function useTopBacklog({ id, xref, project }: Schemas['Artifact']): (act: 'add' | 'remove') => Promise<boolean> {
  const { submit } = useSubmit({
    invalidates: [
      ['/artifacts', id],
      ['planning', project.id],
    ],
    errors: 'toast',
  });
  return useCallback(
    (act) => submit(() => changeTopBacklog(project.id, id, act), t(`actions.backlog.${act}`, { artifact: xref })),
    [id, xref, project.id, submit],
  );
}

export function ArtifactActions({ artifact }: { artifact: Schemas['Artifact'] }): ReactNode {
  const { id, tracker } = artifact;
  const navigate = useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const [open, setOpen] = useState<'move' | 'delete'>();
  const listed = useMemo(() => listActions(artifact, isSignedIn), [artifact, isSignedIn]);
  const plan = useTopBacklog(artifact);
  const run = useMemo((): Record<ActionId, () => void> => {
    const parent = parentOf(artifact);
    return {
      link: () => void copyLink(id),
      parent: () => parent !== undefined && void navigate({ to: '/artifacts/$id', params: { id: String(parent) } }),
      copy: () => void navigate({ href: `/trackers/${tracker.id}/new?copy_from=${id}` }),
      move: () => setOpen('move'),
      toBacklog: () => void plan('add'),
      offBacklog: () => void plan('remove'),
      delete: () => setOpen('delete'),
      print: () => window.print(),
    };
  }, [artifact, id, tracker.id, navigate, plan]);
  useShortcuts(
    useMemo(
      () =>
        listed.flatMap(({ id: action, label, keys, why }): Shortcut[] =>
          keys === undefined || why !== undefined ? [] : [{ keys, label, run: run[action] }],
        ),
      [listed, run],
    ),
  );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <TrailButtons id={id} />
      <Menu
        label={t('actions.menu')}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('actions.menu')}>
            <Ellipsis />
          </Button>
        }
        actions={listed.map(({ id: action, label, keys, why, isSeparated }) => ({
          id: action,
          label: t(label),
          run: run[action],
          isDisabled: why !== undefined,
          ...(why === undefined ? {} : { why: t(why) }),
          ...(keys === undefined ? {} : { keys }),
          ...(isSeparated === undefined ? {} : { isSeparated }),
        }))}
      />
      {open === 'move' && <MoveDialog artifact={artifact} onClose={close} />}
      {open === 'delete' && <DeleteDialog artifact={artifact} onClose={close} />}
    </>
  );
}
