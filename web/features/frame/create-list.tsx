// What can be created, as the button for it opens.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { t } from '../../platform/i18n.ts';
import type { Opened } from '../../ui/overlays/opener.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import css from './frame.module.css';
import { newArtifactPage } from './palette/recent-trackers.ts';
import type { RecentTracker } from './palette/recent-trackers.ts';
import type { CreateTargets } from './palette/use-create-targets.ts';
import { useOpenRecent } from './palette/use-open-recent.ts';

const newProjectPage = '/projects/new';

const Targets = ({ title, trackers }: { title: string; trackers: readonly RecentTracker[] }): ReactNode => (
  <MenuSection>
    <Header className={ui.group}>{title}</Header>
    {trackers.map(({ id, label, colour, icon, project }) => (
      <MenuItem key={id} id={newArtifactPage(id)} textValue={label} className={ui.option}>
        <TrackerMark colour={colour} icon={icon} />
        <span>{label}</span>
        {project !== '' && project !== title && <span className={`${ui.end} ${ui.small} ${css.cut}`}>{project}</span>}
      </MenuItem>
    ))}
  </MenuSection>
);

export function CreateList({
  targets: { project, here, recent: noted, newTrackerPage },
  triggerRef,
  firstFocus,
  close,
}: Opened & { targets: CreateTargets }): ReactNode {
  const navigate = useNavigate();
  const recent = useOpenRecent(noted);
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={triggerRef}
      trigger="MenuTrigger"
      aria-label={t('frame.create')}
      className={`${ui.popover} ${css.createMenu}`}
      placement="bottom end"
    >
      <Menu
        className={ui.list}
        aria-label={t('frame.create')}
        autoFocus={firstFocus ?? true}
        onClose={close}
        onAction={(page) => void navigate({ href: String(page) })}
      >
        {here.length > 0 && <Targets title={project ?? ''} trackers={here} />}
        {recent.length > 0 && <Targets title={t('frame.recentTrackers')} trackers={recent} />}
        {here.length + recent.length > 0 && <Separator className={ui.separator} />}
        {newTrackerPage !== undefined && (
          <MenuItem id={newTrackerPage} textValue={t('frame.newTracker')} className={ui.option}>
            {t('frame.newTracker')}
          </MenuItem>
        )}
        <MenuItem id={newProjectPage} textValue={t('frame.newProject')} className={ui.option}>
          {t('frame.newProject')}
        </MenuItem>
      </Menu>
    </Popover>
  );
}
