// What a tracker is called and looks like, and its end.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { say } from '../../../ui/messages.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { describeError, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { colourLabel, colours } from '../colours.ts';
import type { DefinitionDraft } from '../definition-draft.ts';
import { TrackerSwitch } from '../around/tracker-switch.tsx';
import { useDefinition } from '../use-definition.ts';
import { Hierarchy } from './hierarchy.tsx';

function DeleteTracker(): ReactNode {
  const { tracker, reset } = useDefinition();
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    try {
      await settle(api.DELETE('/trackers/{id}', { params: { path: { id: tracker.id } } }));
    } catch (error) {
      return setProblem(describeError(error));
    }
    reset();
    say('success', t('design.trackerDeleted', { label: tracker.label }));
    await navigate({ to: '/projects', ignoreBlocker: true });
    await queryClient.invalidateQueries();
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.deleteTracker')}>
      <h2>{t('design.deleteTracker')}</h2>
      <p className={ui.soft}>{t('design.deleteTrackerText')}</p>
      <div>
        <Button tone="danger" onPress={() => setAsked(true)}>
          {t('design.deleteTracker')}
        </Button>
      </div>
      <Dialog title={t('design.deleteTracker')} isOpen={isAsked} onClose={() => setAsked(false)}>
        <p>{t('design.deleteTrackerText')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('design.typeShortName', { name: tracker.item_name })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
        <div className={ui.actions}>
          <Button onPress={() => setAsked(false)}>{t('design.cancel')}</Button>
          <Button tone="danger" isDisabled={typed !== tracker.item_name} onPress={() => void remove()}>
            {t('design.deleteForGood')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

/** What goes out of the tracker as a file, and comes in as one. */
function Files(): ReactNode {
  const { tracker } = useDefinition();
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.files')}>
      <h2>{t('design.files')}</h2>
      <p className={ui.soft}>{t('design.filesText')}</p>
      <div className={ui.row}>
        <Button onPress={() => location.assign(`/api/trackers/${tracker.id}/tracker.xml`)}>
          {t('design.exportXml')}
        </Button>
        <ButtonLink to="/trackers/$tracker/import" params={{ tracker: String(tracker.id) }}>
          {t('import.title')}
        </ButtonLink>
      </div>
    </section>
  );
}

export function GeneralPage(): ReactNode {
  const { draft, change } = useDefinition();
  const { head } = draft;
  const set = (part: Partial<DefinitionDraft['head']>, mark?: string): void =>
    change((now) => ({ ...now, head: { ...now.head, ...part } }), mark);
  return (
    <>
      <section className={`${ui.card} ${css.section}`} aria-label={t('design.general')}>
        <TextField
          label={t('design.part.label')}
          isRequired
          value={head.label}
          onChange={(label) => set({ label }, 'head label')}
          error={head.label.trim() === '' ? t('design.needsLabel') : undefined}
        />
        <TextField
          label={t('design.part.name')}
          isRequired
          value={head.itemName}
          hint={t('design.itemNameHint', { example: `${head.itemName} #12` })}
          onChange={(itemName) => set({ itemName }, 'head name')}
        />
        <TextField
          label={t('design.part.description')}
          rows={3}
          value={head.description}
          onChange={(description) => set({ description }, 'head description')}
        />
        <PickField
          label={t('design.part.colour')}
          choices={colours.map((id) => ({ id, label: colourLabel(id), colour: id }))}
          value={head.colour}
          onChange={(colour) => colour !== undefined && set({ colour })}
        />
        <Checkbox isSelected={head.mails} onChange={(mails) => set({ mails })}>
          {t('design.part.mails')}
        </Checkbox>
      </section>
      <Hierarchy />
      <TrackerSwitch
        part="promotion"
        title={t('creation.promotion')}
        text={t('creation.promotionText')}
        label={t('creation.promoted')}
      />
      <TrackerSwitch
        part="new_projects"
        title={t('creation.newProjects')}
        text={t('creation.newProjectsText')}
        label={t('creation.comesAlong')}
      />
      <TrackerSwitch
        part="artifact_moves"
        title={t('design.moves.title')}
        text={t('design.moves.text')}
        label={t('design.moves.allowed')}
      />
      <Files />
      <DeleteTracker />
    </>
  );
}
