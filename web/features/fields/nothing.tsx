import type { ReactNode } from 'react';
import ui from '../../ui/ui.module.css';

/** Where there is no value. */
export const Nothing = (): ReactNode => <span className={ui.faint}>–</span>;
