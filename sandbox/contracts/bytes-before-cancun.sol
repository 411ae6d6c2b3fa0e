// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Stands in for OpenZeppelin's library of this name, which needs an opcode of Cancun that SKALE does not have. This is all
/// of it that is used by what we use.
library Bytes {
  function equal(bytes memory a, bytes memory b) internal pure returns (bool) {
    return keccak256(a) == keccak256(b);
  }
}
