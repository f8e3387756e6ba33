// What a tracker is called and looks like, and its end.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { createLabel } from '../../../platform/names/create-label.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { listColours } from '../colour-choices.ts';
import type { DefinitionDraft } from '../definition/definition-draft.ts';
import { LinkTypes } from './link-types.tsx';
import { TrackerSwitch } from '../notifications/tracker-switch.tsx';
import { useDefinition } from '../definition/use-definition.ts';
import { DeleteTracker } from './delete-tracker.tsx';
import { Hierarchy } from './hierarchy.tsx';

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
  const { tracker, draft, change } = useDefinition();
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
          label={t('design.part.singular')}
          value={head.singularLabel}
          hint={t('design.singularHint', { example: createLabel(head.singularLabel || head.label) })}
          onChange={(singularLabel) => set({ singularLabel }, 'head singular')}
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
          choices={listColours()}
          value={head.colour}
          onChange={(colour) => colour !== undefined && set({ colour })}
        />
        <TextField
          label={t('admin.icon')}
          hint={t('design.iconHint')}
          value={head.icon}
          onChange={(icon) => set({ icon }, 'head icon')}
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
      <LinkTypes place={{ kind: 'trackers', id: tracker.id }} />
      <Files />
      <DeleteTracker />
    </>
  );
}
