// A page before one is signed in: one card in the middle.
import type { ReactNode } from 'react';
import { SiteLogo } from '../../../ui/layout/site-logo.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** Below the card. */
  foot?: ReactNode;
}

export const Gate = ({ title, children, foot }: Props): ReactNode => (
  <div className={css.gate}>
    <SiteLogo isLarge />
    <Page title={title}>
      <div className={`${ui.card} ${css.gateBody} ${ui.stack}`}>{children}</div>
      {foot !== undefined && <div className={css.foot}>{foot}</div>}
    </Page>
  </div>
);
