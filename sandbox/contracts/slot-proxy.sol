// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Proxy} from '@openzeppelin/contracts/proxy/Proxy.sol';

/// A proxy whose implementation stands in the slot of ERC-1967, as that of an upgradeable contract does. It is written there.
contract SlotProxy is Proxy {
  bytes32 private constant IMPLEMENTATION_SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

  receive() external payable {
    _fallback();
  }

  function _implementation() internal view override returns (address implementation) {
    assembly {
      implementation := sload(IMPLEMENTATION_SLOT)
    }
  }
}
