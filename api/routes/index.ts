/** Every HTTP endpoint of the service, in the order of the reference. */
import type { AnyRoute } from '../route.ts';
import { logs } from './audit/logs.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { register } from './auth/register.ts';
import { health } from './health.ts';
import { ready } from './ready.ts';
import { me } from './users/me.ts';

export const ROUTES: readonly AnyRoute[] = [login, refresh, logout, register, logs, me, health, ready];
