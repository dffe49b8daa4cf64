/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright(c) 2026 The rxbatch authors
 */

#ifndef RTW89U_OPEN_H
#define RTW89U_OPEN_H

struct rtw89u_port;

/*
 * Find the chip and open the back end that the port's configuration asks for.
 * Sets port->chip and port->usb. 0, or a negative errno with one error line.
 */
int rtw89u_open(struct rtw89u_port *port, int socket_id);

#endif /* RTW89U_OPEN_H */
