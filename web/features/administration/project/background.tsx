// The picture behind the title of the project.
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';

const pictures = [
  'aerial-water',
  'asphalt-rock',
  'beach-daytime',
  'blue-rain',
  'blue-sand',
  'brown-alpaca',
  'brown-desert',
  'brown-grass',
  'brown-textile',
  'brush-daytime',
  'green-grass',
  'green-leaf',
  'green-trees',
  'led-light',
  'ocean-waves',
  'octopus-black',
  'orange-tulip',
  'purple-building',
  'purple-droplet',
  'purple-textile',
  'snow-mountain',
  'tree-water',
  'white-sheep',
  'wooden-surface',
] as const;

/** Select has no empty id. */
const none = 'none';

/** Is saved as soon as one is chosen. */
export function ProjectBackground({ saved }: { saved: string | null }): ReactNode {
  const { id } = useProject();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects', id]], toast: t('ui.saved') });
  const params = { path: { id } };
  const choose = (name: string): void => {
    const identifier = pictures.find((one) => one === name);
    void submit(() =>
      settle(
        identifier === undefined
          ? api.DELETE('/projects/{id}/header_background', { params })
          : api.PUT('/projects/{id}/header_background', { params, body: { identifier } }),
      ),
    );
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('services.background')}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Select
        label={t('services.background')}
        hint={t('services.backgroundText')}
        isDisabled={isSending}
        choices={[
          { id: none, label: t('services.noBackground') },
          ...pictures.map((name) => ({ id: name, label: t(`services.background.${name}`) })),
        ]}
        value={saved ?? none}
        onChange={choose}
      />
    </section>
  );
}
