// Creates something: an artifact in a tracker of this project or of a recent one, or a project.
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import ui from '../../ui/ui.module.css';
import css from './frame.module.css';
import type { RecentTracker } from './palette/recent-trackers.ts';
import type { CreateTargets } from './palette/use-create-targets.ts';

export const newArtifactPage = (trackerId: number): string => `/trackers/${trackerId}/new`;
const newProjectPage = '/projects/new';

const Targets = ({ title, trackers }: { title: string; trackers: readonly RecentTracker[] }): ReactNode => (
  <MenuSection>
    <Header className={ui.group}>{title}</Header>
    {trackers.map(({ id, label, colour, project }) => (
      <MenuItem key={id} id={newArtifactPage(id)} textValue={label} className={ui.option}>
        <span className={ui.dot} data-colour={colour} />
        <span>{label}</span>
        {project !== '' && project !== title && <span className={`${ui.end} ${ui.small} ${css.cut}`}>{project}</span>}
      </MenuItem>
    ))}
  </MenuSection>
);

interface Props {
  targets: CreateTargets;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

export function CreateMenu({ targets: { project, here, recent }, isOpen, onOpenChange }: Props): ReactNode {
  const navigate = useNavigate();
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button aria-label={t('frame.new')}>
        <Plus aria-hidden="true" />
        <span className={css.wideOnly}>{t('frame.new')}</span>
      </Button>
      <Popover className={`${ui.popover} ${css.createMenu}`} placement="bottom end">
        <Menu
          className={ui.list}
          aria-label={t('frame.create')}
          onAction={(page) => void navigate({ href: String(page) })}
        >
          {here.length > 0 && <Targets title={project ?? ''} trackers={here} />}
          {recent.length > 0 && <Targets title={t('frame.recentTrackers')} trackers={recent} />}
          {here.length + recent.length > 0 && <Separator className={ui.separator} />}
          <MenuItem id={newProjectPage} textValue={t('frame.newProject')} className={ui.option}>
            {t('frame.newProject')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
