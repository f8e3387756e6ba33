// Finds a file by letters of its path, in their order.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { pathsQuery } from '../source-control.queries.ts';
import { findPaths } from './find-paths.ts';

interface Props {
  id: number;
  reference: string;
  onClose(): void;
  onFound(path: string): void;
}

export function FileFinder({ id, reference, onClose, onFound }: Props): ReactNode {
  const { data } = useQuery(pathsQuery(id, reference));
  const [text, setText] = useState('');
  const found = findPaths(data?.paths ?? [], text);
  return (
    <Dialog title={t('code.findFile')} isOpen onClose={onClose} isWide>
      {data === undefined ? (
        <Loading lines={2} />
      ) : (
        <PickField
          label={t('code.path')}
          isLabelHidden
          autoFocus
          choices={found.map((path) => ({ id: path, label: path }))}
          value={undefined}
          onSearch={setText}
          onChange={(path) => path !== undefined && onFound(path)}
        />
      )}
      {data?.is_complete === false && <Notice kind="warning">{t('code.manyFiles')}</Notice>}
    </Dialog>
  );
}
