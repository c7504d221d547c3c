// How many connections to Postgres each kind of work may hold.

export const ORM_CONNECTIONS = 8;
export const RAW_CONNECTIONS = 4;
/** Apart from those of calls, so that reports and calls never wait for each other. */
export const REPORT_CONNECTIONS = 3;
export const JOB_CONNECTIONS = 2;
/** Half of all: with 8 or fewer, one start in four ends, since the pools open theirs at once and some work finds none. */
export const LEAST_CONNECTIONS = 9;
/** All of them, and the listener's. */
export const MAX_CONNECTIONS = ORM_CONNECTIONS + RAW_CONNECTIONS + REPORT_CONNECTIONS + JOB_CONNECTIONS + 1;
