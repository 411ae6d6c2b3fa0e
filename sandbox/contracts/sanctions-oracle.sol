// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Says on chain which addresses are on a list of sanctions. The list is written into slot 0.
contract SanctionsOracle {
  mapping(address => bool) public isSanctioned;
}
