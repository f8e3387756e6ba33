// Creates something: an artifact in a tracker of this project or of a recent one, or a project.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Opener } from '../../ui/overlays/opener.tsx';
import css from './frame.module.css';
import type { CreateTargets } from './palette/use-create-targets.ts';
import { lazy } from '../../ui/lazy.tsx';

const CreateList = lazy(async () => (await import('./create-list.tsx')).CreateList, { prefetch: true });

interface Props {
  targets: CreateTargets;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

export const CreateMenu = ({ targets, ...props }: Props): ReactNode => (
  <Opener
    {...props}
    kind="menu"
    preload={CreateList.preload}
    trigger={
      <Button aria-label={t('frame.new')}>
        <Plus aria-hidden="true" />
        <span className={css.wideOnly}>{t('frame.new')}</span>
      </Button>
    }
  >
    {(opened) => <CreateList {...opened} targets={targets} />}
  </Opener>
);
