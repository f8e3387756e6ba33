// Which revision is looked at, where that is not the newest.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';

/** Says that an older revision is looked at, and leads to the newest one. */
export const AsOf = ({ revision, onNewest }: { revision: number | undefined; onNewest: ReactNode }): ReactNode =>
  revision === undefined ? null : (
    <span role="status">
      {t('svn.asOf', { revision })} {onNewest}
    </span>
  );
