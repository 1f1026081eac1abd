import { z } from 'zod';
import { route } from './route.ts';
import { id, instant, success } from './wire.ts';

const TAGS = ['Administration'];
const JOB_STATES = ['waiting', 'done', 'dead'] as const;

const job = z
  .object({
    id: z.int().meta({ description: 'Id of the job.', examples: [12] }),
    kind: z.string().meta({ description: 'Kind of work.', examples: ['mail'] }),
    state: z.enum(JOB_STATES).describe('`dead`: it failed too often and is not tried again automatically.'),
    attempts: z.int().meta({ description: 'Number of attempts.', examples: [8] }),
    run_at: instant.describe('Time of the next attempt, or of the last planned one.'),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Reason for the last failure; null without one.', examples: ['Connection refused'] }),
    created_at: instant.describe('Time of the request.'),
    finished_at: instant.nullable().describe('Time when it was done or given up; null while it waits.'),
  })
  .meta({ id: 'Job', description: 'Background work of the server, such as sending a mail.' });
export type WireJob = z.output<typeof job>;

export const jobsRoute = route({
  name: 'jobs',
  method: 'GET',
  path: '/api/manage/jobs',
  access: 'configure',
  summary: 'Work of the server',
  description: 'The newest hundred jobs, and the number of jobs in each state. The contents of jobs are not answered.',
  tags: TAGS,
  query: z.object({ state: z.enum(JOB_STATES).optional().describe('Only jobs in this state.') }),
  reply: success({
    data: z.array(job).describe('Jobs, newest first.'),
    counts: z
      .object({
        waiting: z.int().describe('Jobs that wait.'),
        done: z.int().describe('Jobs that were done in the last days.'),
        dead: z.int().describe('Jobs that were given up.'),
      })
      .describe('Number of jobs by state.'),
  }),
  example: { query: { state: 'dead' } },
});

export const retryJobsRoute = route({
  name: 'retryJobs',
  method: 'POST',
  path: '/api/manage/jobs/retry',
  access: 'configure',
  summary: 'Try dead jobs again',
  description: 'Dead jobs wait again as if they had never been tried: all of them, or those that are named.',
  tags: TAGS,
  body: z.object({
    job_ids: z
      .array(id)
      .max(100)
      .optional()
      .meta({ description: 'Ids of the jobs; all dead ones when left out.', examples: [[12]] }),
  }),
  reply: success({ retried: z.int().meta({ description: 'Jobs that wait again.', examples: [1] }) }),
  example: { body: {} },
});
