// A page that somebody may not see, or that is not there, which they can't tell apart: what they can do.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useNoPageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import { writeName } from '../../platform/names/person-names.ts';
import type { Asked } from './ask-to-join.tsx';
import { Empty } from '../feedback/async-states.tsx';
import { Page } from '../layout/page.tsx';
import { ToSignIn } from './sign-in-redirect.tsx';
import { WaysOut } from './ways-out.tsx';
import { WhoHelps } from './contacts.tsx';
import { lazy } from '../lazy.tsx';

const AskToJoin = lazy(async () => (await import('./ask-to-join.tsx')).AskToJoin, { prefetch: true });

interface NoAccessProps {
  /** Of the page. */
  title: string;
  /** The project that it is in, where that is known. */
  projectId?: number | undefined;
  /** What the address names, where nothing else is known of it: the person may ask to join the project. */
  asked?: Asked;
}

export function NoAccess({ title, projectId, asked }: NoAccessProps): ReactNode {
  const self = useSelf();
  useNoPageContext();
  if (self === undefined) return <ToSignIn />;
  return (
    <Page title={title} isNarrow>
      <Empty title={t('ui.closed.title')}>
        <p>{t('ui.closed.text', { name: writeName(self.display_name) })}</p>
        {projectId === undefined ? <p>{t('ui.closed.ask')}</p> : <WhoHelps projectId={projectId} />}
        {asked !== undefined && <AskToJoin asked={asked} />}
        <WaysOut />
      </Empty>
    </Page>
  );
}
