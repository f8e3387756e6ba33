// Buttons at the end of a report's head: what its table shows, the tracker's settings, a new artifact.
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Settings, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { useAddedRenderers } from '../reports/index.ts';
import { mayCreate } from './fields.ts';
import css from './report.module.css';
import type { OpenReport } from './use-report.ts';

export function ReportTools({ open, onColumns }: { open: OpenReport; onColumns(): void }): ReactNode {
  const { settings, changeSettings, change, state, tracker } = open;
  const isDense = settings.isDense === true;
  const navigate = useNavigate();
  const additions = useAddedRenderers({ tracker, report: open.report, onView: (view) => change({ view }, true) });
  return (
    <>
      <Menu
        label={t('trackers.viewOptions')}
        trigger={
          <Button isIcon aria-label={t('trackers.view')} title={t('trackers.view')}>
            <SlidersHorizontal />
          </Button>
        }
        actions={[
          { id: 'columns', label: t('trackers.columns'), run: onColumns },
          {
            id: 'total',
            label: settings.total === undefined ? t('trackers.showTotals') : t('trackers.hideTotals'),
            run: () => changeSettings({ total: settings.total === undefined ? 'sum' : undefined }),
          },
          {
            id: 'dense',
            label: isDense ? t('trackers.roomy') : t('trackers.dense'),
            run: () => changeSettings({ isDense: isDense ? undefined : true }),
          },
          ...(state.group === ''
            ? []
            : [{ id: 'ungroup', label: t('trackers.ungroup'), run: () => change({ group: '' }) }]),
          ...additions,
        ]}
      />
      {tracker.permissions_for_groups !== null && (
        <Link
          to="/trackers/$tracker/administration"
          params={{ tracker: String(tracker.id) }}
          className={buttonClass(undefined, true)}
          aria-label={t('trackers.administration')}
          title={t('trackers.administration')}
        >
          <Settings aria-hidden="true" />
        </Link>
      )}
      {mayCreate(tracker) && (
        <span className={css.create}>
          <Button
            tone="primary"
            aria-label={createLabel(tracker.singular_label)}
            onPress={() => void navigate({ href: `/trackers/${tracker.id}/new` })}
          >
            {t('trackers.create')}
          </Button>
          <Menu
            label={t('trackers.createMore')}
            trigger={
              <Button isIcon aria-label={t('trackers.createMore')} title={t('trackers.createMore')}>
                <ChevronDown />
              </Button>
            }
            actions={[
              {
                id: 'import',
                label: t('trackers.import'),
                run: () => void navigate({ to: '/trackers/$tracker/import', params: { tracker: String(tracker.id) } }),
              },
            ]}
          />
        </span>
      )}
    </>
  );
}
