// Requests of the access matrix about milestones, as in access-requests.ts.

type MilestoneRequest = (place: { milestone: number }) => { path: string; body?: object };

export const milestoneRequests: Readonly<Record<string, MilestoneRequest>> = {
  'POST /milestones/:id/close': ({ milestone }) => ({
    path: `/milestones/${milestone}/close`,
    body: { open_items: 'keep', status_value_id: 9999 },
  }),
  'GET /milestones/:id/effort': ({ milestone }) => ({ path: `/milestones/${milestone}/effort` }),
  'GET /milestones/:id/report': ({ milestone }) => ({ path: `/milestones/${milestone}/report` }),
  'GET /milestones/:id/burndown': ({ milestone }) => ({ path: `/milestones/${milestone}/burndown` }),
  'GET /milestones/:id/velocity': ({ milestone }) => ({ path: `/milestones/${milestone}/velocity` }),
  'GET /milestones/:id/siblings': ({ milestone }) => ({ path: `/milestones/${milestone}/siblings` }),
  'GET /milestones/:id/testplan': ({ milestone }) => ({ path: `/milestones/${milestone}/testplan` }),
};
