// The port on which the demo serves its faults: one above its gateway, unless another program has that.
export const faultPortOf = (gatewayPort: number) => gatewayPort + 1;
