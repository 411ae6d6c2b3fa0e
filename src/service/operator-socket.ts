/** The socket in each data directory on which its service listens for the operator's commands. */
export const operatorSocket = 'operator.sock'
